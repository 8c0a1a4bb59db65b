#include <cstdio>
int main() {
    int n, low, high, a, sum = 0;
    for (scanf("%d %d %d", &n, &low, &high); n--; sum ^= (int)(a % ((long long)low + high) / low)) scanf("%d", &a);
    puts(sum ? "First" : "Second");
}
