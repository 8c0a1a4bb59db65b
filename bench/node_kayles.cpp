// Node Kayles on 3 x n, a second program for the nimbers of bench/compiled.py --three-rows: its states are columns of
// three bits, and nothing is shared with the package. Whether a component has nimber x is asked by the definition of
// the mex: no option has x, and for each y < x some option has y.
//
//     node_kayles COLUMNS ...   prints a nimber for each
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <vector>
using namespace std;

typedef unsigned __int128 Cells;  // bit 3 * column + row
typedef vector<Cells> Parts;

struct Hash {
    size_t operator()(Cells cells) const {
        uint64_t low = cells, high = cells >> 64;
        low = (low ^ high * 0x9E3779B97F4A7C15u) * 0xFF51AFD7ED558CCDu;
        return low ^ low >> 32;
    }
};

static const int kMost = 31;                             // nimbers that a question may be about
static const uint32_t kKnown = 1u << 31;                 // the nimber is known, and in the low bits
static unordered_map<Cells, uint32_t, Hash> memo;        // else the bits are nimbers that it is not
static Cells top;                                        // the first row of 42 columns

static Cells to_start(Cells cells) {
    while ((cells & 7) == 0) cells >>= 3;
    return cells;
}

static Cells upside_down(Cells cells) { return (cells & top) << 2 | (cells & top << 1) | (cells & top << 2) >> 2; }

static Cells reversed(Cells cells) {
    Cells turned = 0;
    for (; cells; cells >>= 3) turned = turned << 3 | (cells & 7);
    return to_start(turned);
}

static Cells least_image(Cells cells) {
    cells = to_start(cells);
    Cells turned = reversed(cells);
    return min(min(cells, upside_down(cells)), min(turned, upside_down(turned)));
}

static Cells near(Cells cells) {
    Cells upper = top | top << 1, lower = top << 1 | top << 2;
    return cells << 3 | cells >> 3 | (cells & upper) << 1 | (cells & lower) >> 1;
}

static int count(Cells cells) {
    return __builtin_popcountll((uint64_t)cells) + __builtin_popcountll((uint64_t)(cells >> 64));
}

static Parts parts_of(Cells cells) {  // the smaller ones first, without equal pairs
    Parts all, odd;
    while (cells) {
        Cells part = cells & -cells, more;
        while ((more = (part | near(part)) & cells) != part) part = more;
        all.push_back(least_image(part));
        cells &= ~part;
    }
    sort(all.begin(), all.end(), [](Cells a, Cells b) { return count(a) != count(b) ? count(a) < count(b) : a < b; });
    for (Cells part : all) {
        if (!odd.empty() && odd.back() == part) {
            odd.pop_back();
        } else {
            odd.push_back(part);
        }
    }
    return odd;
}

static bool has(Cells part, int nimber);

static bool is_worth(const Parts &parts, int nimber) {
    if (parts.empty()) return nimber == 0;
    for (size_t i = 0; i + 1 < parts.size(); i++) {
        int own = 0;
        while (!has(parts[i], own)) own++;
        nimber ^= own;
    }
    return has(parts.back(), nimber);
}

static bool has(Cells part, int nimber) {
    auto entry = memo.find(part);
    if (entry != memo.end() && entry->second & kKnown) return (int)(entry->second & ~kKnown) == nimber;
    if (nimber >= kMost) {
        fprintf(stderr, "a nimber is too large\n");
        exit(1);
    }
    if (entry != memo.end() && entry->second >> nimber & 1) return false;
    vector<Parts> options;
    for (Cells rest = part; rest; rest &= rest - 1) {
        Cells cell = rest & -rest;
        options.push_back(parts_of(part & ~(cell | near(cell))));
    }
    auto largest = [](const Parts &parts) { return parts.empty() ? 0 : count(parts.back()); };
    sort(options.begin(), options.end(), [&](const Parts &a, const Parts &b) {
        return largest(a) != largest(b) ? largest(a) < largest(b) : a < b;
    });
    auto some = [&](int wanted) {
        return any_of(options.begin(), options.end(), [&](const Parts &one) { return is_worth(one, wanted); });
    };
    if (some(nimber)) {
        memo[part] |= 1u << nimber;
        return false;
    }
    for (int less = 0; less < nimber; less++) {
        if (!some(less)) {
            memo[part] = kKnown | less;
            return false;
        }
    }
    memo[part] = kKnown | nimber;
    return true;
}

int main(int argc, char **argv) {
    for (int column = 0; column < 42; column++) top |= (Cells)1 << 3 * column;
    for (int i = 1; i < argc; i++) {
        Cells full = ((Cells)1 << 3 * atoi(argv[i])) - 1;
        int nimber = 0;
        while (!has(full, nimber)) nimber++;
        printf("%d\n", nimber);
        fflush(stdout);
    }
}
