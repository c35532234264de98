/* lemon_fairlets.cpp - LEMON's network simplex on the same fairlets; one row of bench/run.
 *
 *     c++ -O3 -DNDEBUG -std=c++17 lemon_fairlets.cpp -o lemon_fairlets
 *     lemon_fairlets FILE W RUNS      x columns and group; 1 to W of the majority per minority
 * point
 *
 * The complete bipartite graph in LEMON's compact SmartDigraph. Costs are distances as whole
 * numbers, the diagonal of the bounding box being 2^30, as in src/fairlet. The time is that of
 * NetworkSimplex::run() alone; making the graph and handing it over is on stderr.
 */
#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using point = std::vector<double>;

static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

static std::vector<std::string> cells(const std::string &line) {
    std::vector<std::string> out;
    std::stringstream in(line);
    for (std::string cell; std::getline(in, cell, ',');) {
        out.push_back(cell);
    }
    return out;
}

/* The points of the two groups, the smaller group first. */
static std::vector<std::vector<point>> read(const char *path) {
    std::ifstream in(path);
    std::string line;
    std::getline(in, line);
    auto const names = cells(line);
    std::map<std::string, std::vector<point>> groups;
    while (std::getline(in, line)) {
        auto const row = cells(line);
        point x;
        std::string group;
        for (size_t c = 0; c < names.size(); c++) {
            if (names[c][0] == 'x') {
                x.push_back(std::strtod(row[c].c_str(), nullptr));
            } else if (names[c] == "group") {
                group = row[c];
            }
        }
        groups[group].push_back(x);
    }
    std::vector<std::vector<point>> out;
    for (auto &g : groups) {
        out.push_back(g.second);
    }
    if (out.size() != 2) {
        std::fprintf(stderr, "%s: two groups are needed\n", path);
        std::exit(1);
    }
    if (out[1].size() < out[0].size()) {
        std::swap(out[0], out[1]);
    }
    return out;
}

static double distance(const point &a, const point &b) {
    double sum = 0;
    for (size_t c = 0; c < a.size(); c++) {
        sum += (a[c] - b[c]) * (a[c] - b[c]);
    }
    return std::sqrt(sum);
}

static double diagonal(const std::vector<std::vector<point>> &sets) {
    point low = sets[0][0];
    point high = low;
    for (auto const &set : sets) {
        for (auto const &x : set) {
            for (size_t c = 0; c < x.size(); c++) {
                low[c] = std::min(low[c], x[c]);
                high[c] = std::max(high[c], x[c]);
            }
        }
    }
    return distance(low, high);
}

int main(int argc, char **argv) {
    if (argc != 4) {
        std::fputs("usage: lemon_fairlets FILE W RUNS\n", stderr);
        return 2;
    }
    using graph = lemon::SmartDigraph;
    using simplex = lemon::NetworkSimplex<graph, int, long long>;
    auto const sets = read(argv[1]);
    auto const &few = sets[0];
    auto const &many = sets[1];
    int const width = std::atoi(argv[2]);
    int const runs = std::atoi(argv[3]);
    double const scale = (1 << 30) / diagonal(sets);
    std::vector<double> seconds;
    double cost = 0;
    for (int run = 0; run < runs; run++) {
        double const begin = now();
        graph g;
        g.reserveNode(static_cast<int>(few.size() + many.size() + 1));
        g.reserveArc(static_cast<int>(few.size() * (many.size() + 1)));
        for (size_t i = 0; i < few.size() + many.size() + 1; i++) {
            g.addNode();
        }
        int const sink = static_cast<int>(few.size() + many.size());
        graph::ArcMap<long long> costs(g);
        graph::ArcMap<int> upper(g);
        graph::NodeMap<int> supply(g, 1);
        supply[graph::nodeFromId(sink)] =
            static_cast<int>(few.size()) - static_cast<int>(many.size());
        for (size_t i = 0; i < many.size(); i++) {
            for (size_t j = 0; j < few.size(); j++) {
                auto const a = g.addArc(graph::nodeFromId(static_cast<int>(i)),
                                        graph::nodeFromId(static_cast<int>(many.size() + j)));
                costs[a] = static_cast<long long>(distance(many[i], few[j]) * scale + 0.5);
                upper[a] = 1;
            }
        }
        for (size_t j = 0; j < few.size(); j++) {
            auto const seat = graph::nodeFromId(static_cast<int>(many.size() + j));
            auto const a = g.addArc(seat, graph::nodeFromId(sink));
            supply[seat] = -1;
            costs[a] = 0;
            upper[a] = width - 1;
        }
        simplex solver(g);
        solver.upperMap(upper).costMap(costs).supplyMap(supply);
        double const start = now();
        if (solver.run() != simplex::OPTIMAL) {
            std::fputs("no optimum\n", stderr);
            return 1;
        }
        seconds.push_back(now() - start);
        std::fprintf(stderr, "graph made in %.3f s\n", start - begin);
        cost = static_cast<double>(solver.totalCost<long long>()) / scale;
    }
    std::sort(seconds.begin(), seconds.end());
    std::printf("LEMON network simplex,%zu,%zu,%zu,1,%d,%.4f,%.4f,%.6f\n",
                few.size() + many.size(), few[0].size(), few.size(), runs, seconds[0],
                seconds[static_cast<size_t>(runs) / 2], cost);
    return 0;
}
