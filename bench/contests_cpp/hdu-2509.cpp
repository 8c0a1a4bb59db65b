#include <cstdio>
int main() {
    int n, a;
    while (scanf("%d", &n) == 1) {
        int sum = 0, big = 0;
        for (; n--; sum ^= a, big |= a > 1) scanf("%d", &a);
        puts((big ? sum : !sum) ? "Yes" : "No");
    }
}
