// The win probability from move to move as bars that grow up and down from the even line:
//
//     100 % |
//           |     ####
//      50 % |-#########------
//           |            ##
//       0 % |

#include <math.h>

#include "cli/analyse_writers.h"

#define ROWS 11 // 100 %, 90 % and so on down to 0 %
#define MIDDLE_ROW (ROWS / 2)
#define COLUMNS_MAX 70
#define LABEL_STEP 10 // columns from one number below the graph to the next

#define STYLE_FIRST "\033[31m"
#define STYLE_SECOND "\033[34m"
#define STYLE_END "\033[0m"

// A long game has several moves in a column; the last of them speaks for it.
typedef struct Graph {
    const GameAnalysis *analysis;
    size_t steps_per_column;
    size_t column_count;
} Graph;

static size_t column_step(const Graph *graph, size_t column) {
    size_t step = (column + 1) * graph->steps_per_column - 1;
    return step < graph->analysis->game->count ? step : graph->analysis->game->count;
}

static int row_of(double win_probability) {
    return (int)lround((1 - win_probability) * (ROWS - 1));
}

static char cell(const Graph *graph, int row, size_t column) {
    int tip = row_of(graph->analysis->steps[column_step(graph, column)].view.win_probability);
    bool is_filled = row <= MIDDLE_ROW ? row >= tip : row <= tip;
    // The even line stays visible, but a bar of no height must not look like a missing one.
    if (row == MIDDLE_ROW) {
        return tip == row ? '=' : '-';
    }
    return is_filled ? '#' : ' ';
}

static void add_row(const Graph *graph, int row, bool has_colour, Text *out) {
    if (row % MIDDLE_ROW == 0) {
        text_addf(out, "%5d %% |", 100 - row * 100 / (ROWS - 1));
    } else {
        text_add(out, "        |");
    }
    bool is_styled = has_colour && row != MIDDLE_ROW;
    text_add(out, !is_styled ? "" : row < MIDDLE_ROW ? STYLE_FIRST : STYLE_SECOND);
    size_t spaces = 0;
    for (size_t column = 0; column < graph->column_count; column++) {
        char drawn = cell(graph, row, column);
        if (drawn == ' ') {
            spaces++;
            continue;
        }
        text_addf(out, "%*s%c", (int)spaces, "", drawn);
        spaces = 0;
    }
    text_addf(out, "%s\n", is_styled ? STYLE_END : "");
}

static void add_labels(const Graph *graph, Text *out) {
    text_add(out, "    ply  ");
    size_t width = 0;
    for (size_t column = 0; column < graph->column_count; column += LABEL_STEP) {
        Text label;
        text_init(&label);
        text_addf(&label, "%zu", column_step(graph, column));
        text_addf(out, "%*s%s", (int)(column - width), "", label.data);
        width = column + label.size;
        text_release(&label);
    }
    text_add(out, "\n");
}

void analysis_write_graph(const GameAnalysis *analysis, bool has_colour, Text *out) {
    size_t step_count = analysis->game->count + 1;
    Graph graph = {
        .analysis = analysis,
        .steps_per_column = (step_count + COLUMNS_MAX - 1) / COLUMNS_MAX,
    };
    graph.column_count = (step_count + graph.steps_per_column - 1) / graph.steps_per_column;
    text_add(out, "first player's win probability\n");
    for (int row = 0; row < ROWS; row++) {
        add_row(&graph, row, has_colour, out);
    }
    add_labels(&graph, out);
}
