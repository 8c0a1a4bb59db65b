#include <cstdio>
const int SIDE = 500;
int nimber[2 * SIDE][2 * SIDE];
int main() {
    const int dx[] = {1, -1, -1, -2, -3, -2}, dy[] = {-2, -3, -2, -1, -1, 1};
    for (int sum = 0; sum < 2 * SIDE; ++sum)
        for (int x = 0; x <= sum; ++x) {
            int y = sum - x, seen = 0;
            for (int i = 0; i < 6; ++i)
                if (x + dx[i] >= 0 && y + dy[i] >= 0) seen |= 1 << nimber[x + dx[i]][y + dy[i]];
            while (seen >> nimber[x][y] & 1) ++nimber[x][y];
        }
    int t, n, x, y;
    scanf("%d", &t);
    for (int number = 1; number <= t; ++number) {
        int sum = 0;
        for (scanf("%d", &n); n--; sum ^= nimber[x][y]) scanf("%d %d", &x, &y);
        printf("Case %d: %s\n", number, sum ? "Alice" : "Bob");
    }
}
