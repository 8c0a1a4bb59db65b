#include <cstdio>
int nimber[201][201], seen[1024], stamp;
int main() {
    for (int w = 2; w <= 200; ++w)
        for (int h = 2; h <= 200; ++h) {
            ++stamp;
            for (int at = 2; at <= w - 2; ++at) seen[nimber[at][h] ^ nimber[w - at][h]] = stamp;
            for (int at = 2; at <= h - 2; ++at) seen[nimber[w][at] ^ nimber[w][h - at]] = stamp;
            while (seen[nimber[w][h]] == stamp) ++nimber[w][h];
        }
    int w, h;
    while (scanf("%d %d", &w, &h) == 2) puts(nimber[w][h] ? "WIN" : "LOSE");
}
