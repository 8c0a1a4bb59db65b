#include <cstdio>
int main() {
    int t, n, p;
    for (scanf("%d", &t); t--;) {
        int sum = 0;
        scanf("%d", &n);
        for (int stair = 1; stair <= n; ++stair) {
            scanf("%d", &p);
            if (stair % 2 == 0) sum ^= p;
        }
        puts(sum ? "first" : "second");
    }
}
