// Wall Making, Diagonal and Card Game by memory over rectangles: ./cutting GAME [MISTAKE].
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>
using namespace std;

int height, width, most = 100000;
bool stops_at_x, forgets_xor;
vector<string> kinds;  // + cuts both, - a row, | a column, # cannot be picked, a blank is absent
unordered_map<long long, int> memo;

int value(int top, int bottom, int left, int right) {
    if (top >= bottom || left >= right) return 0;
    long long key = ((top * 64LL + bottom) * 64 + left) * 64 + right;
    auto known = memo.find(key);
    if (known != memo.end()) return known->second;
    vector<char> seen(4096, 0);
    for (int i = top; i < bottom; i++)
        for (int j = left; j < right; j++) {
            int worth = 0;
            auto add = [&](int one) { worth = forgets_xor ? worth + one : worth ^ one; };
            switch (kinds[i][j]) {
                case '+': {
                    int up = top, down = bottom, west = left, east = right;
                    if (stops_at_x) {  // walls that end at the next X leave one rectangle more than they should
                        for (int k = i - 1; k >= top; k--) if (kinds[k][j] == '#') { up = k; break; }
                        for (int k = j - 1; k >= left; k--) if (kinds[i][k] == '#') { west = k; break; }
                    }
                    add(value(up, i, west, j)); add(value(up, i, j + 1, east));
                    add(value(i + 1, down, west, j)); add(value(i + 1, down, j + 1, east));
                    break;
                }
                case '-': add(value(top, i, left, right)); add(value(i + 1, bottom, left, right)); break;
                case '|': add(value(top, bottom, left, j)); add(value(top, bottom, j + 1, right)); break;
                default: continue;
            }
            seen[worth] = 1;
        }
    int least = 0;
    while (least < most && seen[least]) least++;
    return memo[key] = least;
}

int turned(const vector<string>& rows, int parity, const string& game, bool exchanged) {
    kinds.assign(height + width, string(height + width, ' '));
    for (int r = 0; r < height; r++)
        for (int c = 0; c < width; c++)
            if ((r + c) % 2 == parity) {
                char letter = rows[r][c];
                char kind = letter == 'L' || letter == 'R' && game == "card" ? '-' : letter == 'X' || letter == 'G' ? '+' : '|';
                if (exchanged && kind != '+') kind = kind == '-' ? '|' : '-';
                kinds[(r + c) / 2][(r - c + width) / 2] = kind;
            }
    memo.clear();
    int side = (height + width + 1) / 2 + 1;
    return value(0, side, 0, side);
}

int main(int, char** words) {
    string game = words[1], mistake = words[2] ? words[2] : "";
    if (mistake.rfind("mex", 0) == 0) most = atoi(mistake.c_str() + 3);
    stops_at_x = mistake == "stops-at-x";
    forgets_xor = mistake == "no-xor";
    cin >> height >> width;
    vector<string> rows(height);
    for (auto& row : rows) cin >> row;
    int worth;
    if (game == "wall") {
        for (auto& row : rows) {
            kinds.push_back("");
            for (char cell : row) kinds.back() += cell == '.' ? '+' : '#';
        }
        worth = value(0, height, 0, width);
    } else {
        worth = turned(rows, 0, game, mistake == "exchanged") ^ turned(rows, 1, game, mistake == "exchanged");
    }
    bool wins = worth != 0;
    string first = game == "wall" ? "First" : game == "card" ? "W" : "koosaga";
    string second = game == "wall" ? "Second" : game == "card" ? "L" : "cubelover";
    if (mistake == "lower") first[0] = 'f';
    puts((wins ? first : second).c_str());
}
