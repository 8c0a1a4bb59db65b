#include <cstdio>
int main() {
    int t, n, m, row[50];
    for (scanf("%d", &t); t--;) {
        int sum = 0;
        for (scanf("%d %d", &n, &m); n--;) {
            for (int i = 0; i < m; ++i) scanf("%d", row + i);
            int value = 0;
            for (int i = m; i--;) value = row[i] > value ? row[i] : row[i] - 1;
            sum ^= value;
        }
        puts(sum ? "FIRST" : "SECOND");
    }
}
