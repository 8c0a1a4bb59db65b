#include <cstdio>
int main() {
    int n;
    while (scanf("%d", &n) == 1) puts(n % 3 ? "Kiki" : "Cici");  // no power of 2 is a multiple of 3
}
