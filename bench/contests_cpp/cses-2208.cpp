#include <cstdio>
int main() {
    int t, n, x;
    for (scanf("%d", &t); t--;) {
        int odd = 0;
        for (scanf("%d", &n); n--; odd |= x % 2) scanf("%d", &x);
        puts(odd ? "first" : "second");
    }
}
