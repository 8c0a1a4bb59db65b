// Five games as one writes them for a contest: a recursive function with a hash table, the mex of a sorted list; and
// four of them as one writes them for speed: an array in the order of the states, the mex by marks.
// Prints a line for each: name, value, seconds of processor time. Built with -O2.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <unordered_map>
#include <vector>

static std::unordered_map<int64_t, int> memo;
static std::vector<int64_t> blocks;  // the places of a domino on a board of Cram
static const int64_t kTakes[] = {1, 3, 4, 7, 11};

static int mex(std::vector<int>& values) {
    std::sort(values.begin(), values.end());
    int least = 0;
    for (int value : values) {
        if (value == least) {
            ++least;
        } else if (value > least) {
            break;
        }
    }
    return least;
}

static int take(int64_t n) {
    auto known = memo.find(n);
    if (known != memo.end()) return known->second;
    std::vector<int> values;
    for (int64_t k : kTakes) {
        if (k <= n) values.push_back(take(n - k));
    }
    return memo[n] = mex(values);
}

static int wythoff(int64_t a, int64_t b) {
    int64_t key = a << 32 | b;
    auto known = memo.find(key);
    if (known != memo.end()) return known->second;
    std::vector<int> values;
    for (int64_t k = 0; k < a; ++k) values.push_back(wythoff(k, b));
    for (int64_t k = 0; k < b; ++k) values.push_back(wythoff(a, k));
    for (int64_t k = 1; k <= std::min(a, b); ++k) values.push_back(wythoff(a - k, b - k));
    return memo[key] = mex(values);
}

static int kayles(int64_t pins) {
    auto known = memo.find(pins);
    if (known != memo.end()) return known->second;
    std::vector<int> values;
    for (int64_t some = 1; some <= 2; ++some) {
        for (int64_t left = 0; pins >= some && left <= (pins - some) / 2; ++left) {
            values.push_back(kayles(left) ^ kayles(pins - some - left));
        }
    }
    return memo[pins] = mex(values);
}

// Cutting paper: whoever cuts off a piece of 1 x 1 wins the whole game; -1 stands for that.
static int paper(int64_t width, int64_t height) {
    int64_t key = width << 32 | height;
    auto known = memo.find(key);
    if (known != memo.end()) return known->second;
    std::vector<int> values;
    for (int64_t k = 1; k <= width / 2; ++k) {
        if (k == 1 && height == 1) return memo[key] = -1;
        int one = paper(k, height), other = paper(width - k, height);
        if (one >= 0 && other >= 0) values.push_back(one ^ other);
    }
    for (int64_t k = 1; k <= height / 2; ++k) {
        if (k == 1 && width == 1) return memo[key] = -1;
        int one = paper(width, k), other = paper(width, height - k);
        if (one >= 0 && other >= 0) values.push_back(one ^ other);
    }
    return memo[key] = mex(values);
}

static int cram(int64_t free) {
    auto known = memo.find(free);
    if (known != memo.end()) return known->second;
    std::vector<int> values;
    for (int64_t block : blocks) {
        if ((free & block) == block) values.push_back(cram(free & ~block));
    }
    return memo[free] = mex(values);
}

static std::vector<int> table, seen;
static int state_mark;

static int marked_mex() {
    int least = 0;
    while (seen[least] == state_mark) ++least;
    return least;
}

static int take_array(int last) {
    for (int n = 0; n <= last; ++n) {
        ++state_mark;
        for (int64_t k : kTakes) {
            if (k <= n) seen[table[n - k]] = state_mark;
        }
        table[n] = marked_mex();
    }
    return table[last];
}

static int wythoff_array(int last_a, int last_b) {
    int row = last_b + 1;
    for (int a = 0; a <= last_a; ++a) {
        for (int b = 0; b <= last_b; ++b) {
            ++state_mark;
            for (int k = 0; k < a; ++k) seen[table[k * row + b]] = state_mark;
            for (int k = 0; k < b; ++k) seen[table[a * row + k]] = state_mark;
            for (int k = 1; k <= std::min(a, b); ++k) seen[table[(a - k) * row + b - k]] = state_mark;
            table[a * row + b] = marked_mex();
        }
    }
    return table[last_a * row + last_b];
}

static int kayles_array(int last) {
    for (int n = 0; n <= last; ++n) {
        ++state_mark;
        for (int some = 1; some <= 2 && some <= n; ++some) {
            for (int left = 0; left <= (n - some) / 2; ++left) {
                seen[table[left] ^ table[n - some - left]] = state_mark;
            }
        }
        table[n] = marked_mex();
    }
    return table[last];
}

static int paper_array(int last_width, int last_height) {
    int row = last_height + 1;
    for (int width = 0; width <= last_width; ++width) {
        for (int height = 0; height <= last_height; ++height) {
            ++state_mark;
            bool wins = (width == 1 && height >= 2) || (height == 1 && width >= 2);
            for (int k = 1; k <= width / 2; ++k) {
                int one = table[k * row + height], other = table[(width - k) * row + height];
                if (one >= 0 && other >= 0) seen[one ^ other] = state_mark;
            }
            for (int k = 1; k <= height / 2; ++k) {
                int one = table[width * row + k], other = table[width * row + height - k];
                if (one >= 0 && other >= 0) seen[one ^ other] = state_mark;
            }
            table[width * row + height] = wins ? -1 : marked_mex();
        }
    }
    return table[last_width * row + last_height];
}

template <class Game>
static void timed(const char* name, Game game) {
    memo.clear();
    table.clear(), seen.clear();
    table.resize(1 << 19), seen.resize(1 << 16);
    state_mark = 0;
    clock_t begun = clock();
    int value = game();
    std::printf("%s %d %.6f\n", name, value, double(clock() - begun) / CLOCKS_PER_SEC);
}

int main() {
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 5; ++column) {
            if (column < 4) blocks.push_back(int64_t{3} << (5 * row + column));
            if (row < 3) blocks.push_back(int64_t{33} << (5 * row + column));
        }
    }
    timed("take", [] {
        for (int n = 0; n < 400000; n += 500) take(n);  // in steps, for the stack of a recursion is short
        return take(400000);
    });
    timed("wythoff", [] { return wythoff(200, 180); });
    timed("kayles", [] { return kayles(2000); });
    timed("paper", [] { return paper(200, 180); });
    timed("take-array", [] { return take_array(400000); });
    timed("wythoff-array", [] { return wythoff_array(200, 180); });
    timed("kayles-array", [] { return kayles_array(2000); });
    timed("kayles-16000-array", [] { return kayles_array(16000); });
    timed("paper-array", [] { return paper_array(200, 180); });
    timed("cram", [] { return cram((1 << 20) - 1); });
}
