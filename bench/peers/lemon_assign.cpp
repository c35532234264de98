// lemon_assign.cpp - the same assignment by LEMON's network simplex, an arc for every point and
// medoid.
//
//     FCAP_COSTS=costs.bin bench_assign FILE K 1 1      writes the costs
//     lemon_assign costs.bin RUNS
//
// Prints the row of bench/bench.h; the time is that of NetworkSimplex::run() alone.
// Build: g++ -O2 -o lemon_assign lemon_assign.cpp -llemon
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <lemon/network_simplex.h>
#include <lemon/static_graph.h>

int main(int argc, char **argv) {
    if (argc != 3) {
        std::fputs("usage: lemon_assign COSTS RUNS\n", stderr);
        return 2;
    }
    std::FILE *const file = std::fopen(argv[1], "rb");
    int64_t size[3];
    if (file == nullptr || std::fread(size, sizeof size, 1, file) != 1) {
        std::fprintf(stderr, "cannot read %s\n", argv[1]);
        return 1;
    }
    int const n = static_cast<int>(size[0]), k = static_cast<int>(size[1]);
    std::vector<int32_t> cost(static_cast<size_t>(n) * k);
    if (std::fread(cost.data(), sizeof cost[0], cost.size(), file) != cost.size()) {
        std::fprintf(stderr, "%s is too short\n", argv[1]);
        return 1;
    }
    std::fclose(file);

    typedef lemon::StaticDigraph Graph; // nodes: points, medoids, sink
    std::vector<std::pair<int, int>> arcs;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < k; i++) {
            arcs.emplace_back(j, n + i);
        }
    }
    for (int i = 0; i < k; i++) {
        arcs.emplace_back(n + i, n + k);
    }
    Graph graph;
    graph.build(n + k + 1, arcs.begin(), arcs.end());
    Graph::ArcMap<int64_t> weight(graph, 0), room(graph, 1);
    Graph::NodeMap<int64_t> supply(graph, 0);
    for (int64_t a = 0; a < static_cast<int64_t>(n) * k; a++) {
        weight[graph.arc(static_cast<int>(a))] = cost[a];
    }
    for (int i = 0; i < k; i++) {
        room[graph.arc(n * k + i)] = size[2];
    }
    for (int j = 0; j < n; j++) {
        supply[graph.node(j)] = 1;
    }
    supply[graph.node(n + k)] = -n;

    int const runs = std::atoi(argv[2]);
    std::vector<double> seconds;
    int64_t total = 0;
    for (int r = 0; r < runs; r++) {
        lemon::NetworkSimplex<Graph, int64_t, int64_t> simplex(graph);
        simplex.upperMap(room).costMap(weight).supplyMap(supply);
        auto const from = std::chrono::steady_clock::now();
        if (simplex.run() != simplex.OPTIMAL) {
            std::fputs("no optimum\n", stderr);
            return 1;
        }
        seconds.push_back(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count());
        total = simplex.totalCost();
    }
    std::sort(seconds.begin(), seconds.end());
    std::printf("lemon networksimplex,%d,,%d,1,%d,%.4f,%.4f,%.6f\n", n, k, runs, seconds[0],
                seconds[runs / 2], static_cast<double>(total));
}
