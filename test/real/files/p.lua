function fact(n) if n < 2 then return 1 end return n * fact(n - 1) end
print(fact(10), #"hello", 7 // 2, 2^0.5)
for w in ("a b c"):gmatch("%a") do io.write(w, ";") end print()
print(string.format("%5.2f|%-5s|%x", 3.14159, "ab", 255))
local t = {5, 2, 8} table.sort(t) print(table.concat(t, " "))
print(pcall(error, "oops"))
