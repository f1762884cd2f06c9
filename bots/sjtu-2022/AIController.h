#pragma once
// The course's interface for a Quoridor bot in C++, compatible with the AIController.h of 2022.
//
// Include this in the one source file of a bot. The file defines ai_name and the two functions
// below; main is here and speaks with the judge:
//
//     judge says           the bot does
//     0  or  1             sets ai_side, calls init(), answers ai_name
//     type row column      calls action() with the opponent's move, answers its result
//
// The type is 0 for a pawn's move, 1 for a vertical wall, 2 for a horizontal one, and -1 when there
// is no move yet: the first input of side 0, which moves first. The judge never sends a bot's own
// move back and never says that the game is over. So main returns only when the input ends.

#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>

extern std::string ai_name; // the bot's name, one line
int ai_side;                // 0 or 1, known before init() is called

void init();
std::pair<int, std::pair<int, int>> action(std::pair<int, std::pair<int, int>> loc);

// In a namespace, so that a bot may use any of these names for its own.
namespace controller {

// Says what is wrong with the judge's input and ends the program.
inline void fail(const std::string &message) {
    std::cerr << "AIController.h: " << message << std::endl;
    std::exit(EXIT_FAILURE);
}

inline int run() {
    if (!(std::cin >> ai_side) || ai_side < 0 || ai_side > 1)
        fail("the judge did not say which side we are");
    init();
    // std::endl also sends the text off; without that it would stay in our own buffer.
    std::cout << ai_name << std::endl;
    int type, row, column;
    while (std::cin >> type >> row >> column) {
        if (type < -1 || type > 2 || row < 0 || row > 8 || column < 0 || column > 8)
            fail("the judge sent something that is not a move");
        std::pair<int, std::pair<int, int>> move =
            action(std::make_pair(type, std::make_pair(row, column)));
        std::cout << move.first << ' ' << move.second.first << ' ' << move.second.second
                  << std::endl;
    }
    if (!std::cin.eof())
        fail("the judge sent something that is not a number");
    return 0;
}

} // namespace controller

int main() {
    return controller::run();
}
