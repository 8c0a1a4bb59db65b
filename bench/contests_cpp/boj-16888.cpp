#include <cstdio>
const int MOST = 1000000;
char wins[MOST + 1];
int main() {
    for (int n = 0; n <= MOST; ++n)
        if (!wins[n])
            for (int root = 1; n + root * root <= MOST; ++root) wins[n + root * root] = 1;
    int t, n;
    for (scanf("%d", &t); t--;) {
        scanf("%d", &n);
        puts(wins[n] ? "koosaga" : "cubelover");
    }
}
