#include <cstdio>
int main() {
    int m, pile[100];
    while (scanf("%d", &m) == 1 && m) {
        int sum = 0, moves = 0;
        for (int i = 0; i < m; sum ^= pile[i++]) scanf("%d", &pile[i]);
        for (int i = 0; i < m; ++i) moves += (pile[i] ^ sum) < pile[i];
        printf("%d\n", moves);
    }
}
