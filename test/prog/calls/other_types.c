// Calls through declarations and pointers of other types, which the calling convention passes alike.
// RUN: run --output --cflags -std=gnu89
// NATIVE: same output
#include <stdio.h>
f(a,b) int a; long b; { return a+b; }
int g();
int add2(int a, int b){return a+b;}
long id(long x){return x;}
double dbl(int a,double d,float q){ return a+d+q; }
void nothing(int a){ }
struct B { long a,b,c; };
long big(struct B b, int k){ return b.a+b.c+k; }
short sh(short x){ return x; }
unsigned long wide(unsigned long x){ return x; }
int v(int n, ...) { __builtin_va_list l; __builtin_va_start(l,n); int s=0; for(int i=0;i<n;i++) s+=__builtin_va_arg(l,int); __builtin_va_end(l); return s; }
int unused(int a, int b){ return a; }
int main(){ int x = f(1,2L); unsigned n=4; char a[8]="abc",b[8]; memcpy(b,a,n); g(1,2.5,"x");
 printf("%d %s\n", x, b);
 long (*q)(int)=(long(*)(int))id; printf("%ld\n", q(7));
 int (*q1)(int,int,int)=(void*)add2; printf("%d\n", q1(1,2,3));
 double (*q2)(double,int,float)=(void*)dbl; printf("%f\n", q2(1.5,2,3.0f));
 int (*q3)(int)=(void*)nothing; q3(1);
 long (*q4)(int, struct B)=(void*)big; struct B s={1,2,3}; printf("%ld\n", q4(9,s));
 int (*q5)(int)=(void*)sh; printf("%d\n", (short)q5(0x12345));
 unsigned long (*q6)(short)=(void*)wide; printf("%lx\n", q6(-2));
 unsigned long (*q7)(int)=(void*)wide; printf("%lx\n", q7(-2));
 unsigned long (*q8)(unsigned char)=(void*)wide; printf("%lx\n", q8(200));
 int (*q9)()=(void*)v; printf("%d\n", q9(3,10,20,40));
 int (*q10)(int)=(void*)unused; printf("%d\n", q10(3));
 char *(*q11)(unsigned long)=(void*)id; printf("%s\n", q11((unsigned long)"hello"));
 return 0; }
int g(int a, double d, char*s){ printf("%d %f %s\n",a,d,s); return a; }
