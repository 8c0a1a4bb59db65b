#include <cstdio>
int main() {
    int n;
    while (scanf("%d", &n) == 1 && n) puts(n < 3 ? "Alice" : "Bob");
}
