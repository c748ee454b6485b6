/* Fibonacci numbers as the definition says; nothing in it is symbolic.
 *
 * call: fibonacci(N)
 * small: 1:10
 * large: 22
 * class: c^n
 * killer: pass
 */
unsigned long fibonacci(unsigned n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
