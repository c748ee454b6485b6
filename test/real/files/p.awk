# Words by how often they come.
{ for (i = 1; i <= NF; i++) count[tolower($i)]++ }
function by(i1, v1, i2, v2) { return v2 - v1 != 0 ? v2 - v1 : (i1 < i2 ? -1 : 1) }
END { n = asorti(count, order, "by"); for (i = 1; i <= n && i <= 5; i++) print order[i], count[order[i]] }
