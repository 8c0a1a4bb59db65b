// Wall Making, Diagonal and Card Game by memory over rectangles: ./cutting GAME [MISTAKE].
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>
using namespace std;

int side, most = 100000;
bool stops_at_x, forgets_xor;
vector<string> kinds;  // + cuts both, - a row, | a column, # cannot be picked, a blank is absent
vector<int> memo;

int value(int top, int bottom, int left, int right) {
    if (top >= bottom || left >= right) return 0;
    int key = ((top * side + bottom) * side + left) * side + right;
    if (memo[key] >= 0) return memo[key];
    vector<char> seen(4096, 0);
    for (int i = top; i < bottom; i++)
        for (int j = left; j < right; j++) {
            int worth = 0;
            auto add = [&](int one) { worth = forgets_xor ? worth + one : worth ^ one; };
            switch (kinds[i][j]) {
                case '+': {
                    int up = top, west = left;
                    if (stops_at_x) {  // what is beyond the next X is not cut off, but lost
                        for (int k = i - 1; k >= top; k--) if (kinds[k][j] == '#') { up = k; break; }
                        for (int k = j - 1; k >= left; k--) if (kinds[i][k] == '#') { west = k; break; }
                    }
                    add(value(up, i, west, j)); add(value(up, i, j + 1, right));
                    add(value(i + 1, bottom, west, j)); add(value(i + 1, bottom, j + 1, right));
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

int solved(const vector<string>& board) {
    kinds = board;
    side = max(board.size(), board[0].size()) + 1;
    memo.assign(side * side * side * side, -1);
    return value(0, board.size(), 0, board[0].size());
}

vector<string> turned(const vector<string>& rows, const string& game, int parity, int last) {
    int height = rows.size(), width = rows[0].size(), side = (height + width) / 2 + 1;
    vector<string> board(side, string(side, ' '));
    for (int r = 0; r < height; r++)
        for (int c = 0; c < last; c++)
            if ((r + c) % 2 == parity) {
                char letter = rows[r].at(c);
                bool row = letter == (game == "card" ? 'R' : 'L'), both = letter == (game == "card" ? 'G' : 'X');
                board[(r + c) / 2][(r - c + width) / 2] = both ? '+' : row ? '-' : '|';
            }
    return board;
}

int main(int, char** words) {
    string game = words[1], mistake = words[2] ? words[2] : "";
    if (mistake.rfind("mex", 0) == 0) most = atoi(mistake.c_str() + 3);
    stops_at_x = mistake == "stops-at-x";
    forgets_xor = mistake == "no-xor";
    int height, width;
    cin >> height >> width;
    vector<string> rows(height);
    for (auto& row : rows) cin >> row;
    int worth = 0;
    if (game == "wall") {
        for (auto& row : rows)
            for (char& cell : row) cell = cell == '.' ? '+' : '#';
        worth = solved(rows);
    } else {
        int last = mistake == "reads-on" ? max(height, width) : width;  // past the end of each row of a high board
        worth = solved(turned(rows, game, 0, last)) ^ solved(turned(rows, game, 1, last));
    }
    map<string, pair<string, string>> said{{"wall", {"First", "Second"}}, {"card", {"W", "L"}},
                                           {"diagonal", {"koosaga", "cubelover"}}, {"codeforces", {"WIN", "LOSE"}}};
    cout << (worth ? said[game].first : said[game].second) << "\n";
}
