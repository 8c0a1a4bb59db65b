#include <algorithm>
#include <cstdio>
#include <vector>
std::vector<int> moves[1000];
int known[1000];
int nimber(int place) {
    if (known[place] >= 0) return known[place];
    std::vector<bool> seen(moves[place].size() + 1);
    for (int next : moves[place])
        if (nimber(next) < (int)seen.size()) seen[nimber(next)] = true;
    return known[place] = (int)(std::find(seen.begin(), seen.end(), false) - seen.begin());
}
int main() {
    int n, x, m;
    while (scanf("%d", &n) == 1) {
        for (int place = 0; place < n; ++place) {
            scanf("%d", &x);
            moves[place].resize(x);
            for (int &next : moves[place]) scanf("%d", &next);
            known[place] = -1;
        }
        while (scanf("%d", &m) == 1 && m) {
            int sum = 0;
            for (; m--; sum ^= nimber(x)) scanf("%d", &x);
            puts(sum ? "WIN" : "LOSE");
        }
    }
}
