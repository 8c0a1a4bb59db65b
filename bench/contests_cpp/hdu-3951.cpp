#include <cstdio>
int main() {
    int t, n, k;
    scanf("%d", &t);
    for (int number = 1; number <= t; ++number) {
        scanf("%d %d", &n, &k);
        printf("Case %d: %s\n", number, n <= k || (k == 1 && n % 2) ? "first" : "second");
    }
}
