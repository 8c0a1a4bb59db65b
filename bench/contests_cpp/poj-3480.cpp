#include <cstdio>
int main() {
    int t, n, a;
    for (scanf("%d", &t); t--;) {
        int sum = 0, big = 0;
        for (scanf("%d", &n); n--; sum ^= a, big |= a > 1) scanf("%d", &a);
        puts((big ? sum : !sum) ? "John" : "Brother");
    }
}
