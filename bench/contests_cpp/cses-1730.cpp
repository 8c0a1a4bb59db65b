#include <cstdio>
int main() {
    int t, n, x;
    for (scanf("%d", &t); t--;) {
        int sum = 0;
        for (scanf("%d", &n); n--; sum ^= x) scanf("%d", &x);
        puts(sum ? "first" : "second");
    }
}
