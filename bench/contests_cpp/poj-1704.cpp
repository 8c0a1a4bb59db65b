#include <algorithm>
#include <cstdio>
#include <vector>
int main() {
    int t, n;
    for (scanf("%d", &t); t--;) {
        scanf("%d", &n);
        std::vector<int> men(n);
        for (int &man : men) scanf("%d", &man);
        men.push_back(0);
        std::sort(men.begin(), men.end());
        int sum = 0;
        for (int i = n; i > 0; i -= 2) sum ^= men[i] - men[i - 1] - 1;
        puts(sum ? "Georgia will win" : "Bob will win");
    }
}
