// Polygon Game and Game on Plane: ./circle GAME [MISTAKE].
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main(int, char** words) {
    string game = words[1], mistake = words[2] ? words[2] : "";
    vector<int> nimbers(5001, 0);
    for (int points = 2; points <= 5000; points++) {
        vector<char> seen(64, 0);
        int last = mistake == "bytes" ? (unsigned char)(points - 2) : points - 2;  // 8 bits are too few
        for (int left = 0; left <= last; left++) seen[nimbers[left] ^ nimbers[points - 2 - left]] = 1;
        while (seen[nimbers[points]]) nimbers[points]++;
    }
    int cases = 1, points;
    if (game == "plane") cin >> cases;
    while (cases--) {
        cin >> points;
        if (game == "polygon") cout << (nimbers[points] ? "1\n" : "2\n");
        else cout << (!nimbers[points] ? "Second\n" : mistake == "lower" ? "first\n" : "First\n");
    }
}
