#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>
using ll = long long;
const int SMALL = 900000;  // at least the root of the largest pile
std::vector<int> nimber(SMALL);
int count[8][SMALL + 1];
int value(ll coins) {
    ll low = (ll)std::sqrt(std::sqrt((double)coins)), high = (ll)std::sqrt((double)coins);
    while (low * low * low * low < coins) ++low;
    while (low && (low - 1) * (low - 1) * (low - 1) * (low - 1) >= coins) --low;
    while (high * high > coins) --high;
    while ((high + 1) * (high + 1) <= coins) ++high;
    high = std::min(high, coins - 1);
    int mex = 0;
    while (low <= high && count[mex][high + 1] > count[mex][low]) ++mex;
    return mex;
}
int main() {
    for (int coins = 0; coins < SMALL; ++coins) {
        nimber[coins] = value(coins);
        for (int v = 0; v < 8; ++v) count[v][coins + 1] = count[v][coins] + (nimber[coins] == v);
    }
    int n, sum = 0;
    ll coins;
    for (scanf("%d", &n); n--; sum ^= value(coins)) scanf("%lld", &coins);
    puts(sum ? "Furlo" : "Rublo");
}
