#pragma once
// The course's interface for a Quoridor bot in C++, compatible with the submit.h of 2017.
//
// Include this in the one source file of a bot. The file defines ai_name and the three functions
// below; main is here and speaks with the judge:
//
//     judge says           the bot does
//     0  or  1             sets ai_side, answers ai_name and END, calls init()
//     row column           calls GetUpdate(): the opponent's move
//     Action               calls Action(), answers its result and END
//
// Side 0 is on top and moves first. The judge never sends a bot's own move back and never says that
// the game is over: it stops the bot. So main returns only when the input ends.

#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>

extern std::string ai_name; // the bot's name, one line
int ai_side;                // 0 or 1, known before init() is called

void init();
void GetUpdate(std::pair<int, int> location);
std::pair<int, int> Action();

// Writes a message for yourself; the judge does not read it.
inline void Debug(const std::string &message) {
    std::cerr << message << std::flush;
}

// In a namespace, so that a bot may use any of these names for its own.
namespace submit {

// Says what is wrong with the judge's input and ends the program.
inline void fail(const std::string &message) {
    std::cerr << "submit.h: " << message << std::endl;
    std::exit(EXIT_FAILURE);
}

// A coordinate from 0 to 99. The judge repeats the opponent's text, so zeros may lead it.
inline int parse_coordinate(const std::string &word) {
    bool is_number = !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
    long value = is_number ? std::strtol(word.c_str(), nullptr, 10) : -1;
    if (value < 0 || value > 99)
        fail("neither Action nor a coordinate: " + word);
    return (int)value;
}

// The judge waits for END; the flush sends the text off instead of keeping it in a buffer.
inline void answer(const std::string &text) {
    std::cout << text << "\nEND\n" << std::flush;
}

inline int run() {
    std::string word;
    if (!(std::cin >> word) || (word != "0" && word != "1"))
        fail("the judge did not say which side we are");
    ai_side = word == "0" ? 0 : 1;
    answer(ai_name);
    init();
    while (std::cin >> word) {
        if (word == "Action") {
            std::pair<int, int> move = Action();
            answer(std::to_string(move.first) + ' ' + std::to_string(move.second));
            continue;
        }
        int row = parse_coordinate(word);
        if (!(std::cin >> word))
            fail("the opponent's move ends in the middle");
        GetUpdate(std::make_pair(row, parse_coordinate(word)));
    }
    return 0;
}

} // namespace submit

int main() {
    return submit::run();
}
