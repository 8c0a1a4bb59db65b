#include <algorithm>
#include <cstdio>
#include <vector>
const int MOST = 10000;
int main() {
    int k, m, l, h;
    while (scanf("%d", &k) == 1 && k) {
        std::vector<int> takes(k), nimber(MOST + 1), seen(k + 1);
        for (int &take : takes) scanf("%d", &take);
        std::sort(takes.begin(), takes.end());
        for (int heap = 1; heap <= MOST; ++heap) {
            for (int take : takes) {
                if (take > heap) break;
                seen[nimber[heap - take]] = heap;
            }
            while (seen[nimber[heap]] == heap) ++nimber[heap];
        }
        for (scanf("%d", &m); m--;) {
            int sum = 0;
            for (scanf("%d", &l); l--; sum ^= nimber[h]) scanf("%d", &h);
            putchar(sum ? 'W' : 'L');
        }
        puts("");
    }
}
