#!/usr/bin/env bash
# two_hosts.sh FOLDER RATE WORDS...: faircap-mpi WORDS... with one rank on each of two "hosts": network namespaces that are joined
# by a link of RATE (such as 10mbit; 0: no limit). Leaves FOLDER/bytes: what went through the link, in bytes, each way.
# Needs root, iproute2 and a kernel with network namespaces.
set -euo pipefail
folder=$1 rate=$2
shift 2
tool=${FAIRCAP_MPI:?names the tool}
a=fcap-a-$$ b=fcap-b-$$
cleanup() {
    ip netns del "$a" 2>/dev/null || true
    ip netns del "$b" 2>/dev/null || true
}
trap cleanup EXIT
mkdir -p "$folder"
ip netns add "$a"
ip netns add "$b"
ip link add fca$$ netns "$a" type veth peer name fcb$$ netns "$b"
for side in a b; do
    name=fcap-$side-$$ number=$([ $side = a ] && echo 1 || echo 2)
    ip -n "$name" link set lo up
    ip -n "$name" addr add 10.77.0.$number/24 dev fc$side$$
    ip -n "$name" link set fc$side$$ up
    [ "$rate" = 0 ] || tc -n "$name" qdisc add dev fc$side$$ root tbf rate "$rate" burst 64kbit latency 500ms
done
# What mpirun calls instead of ssh: AGENT HOST COMMAND...
cat >"$folder/agent" <<AGENT
#!/usr/bin/env bash
shift
exec ip netns exec $b unshare --uts sh -c "hostname faircap-b; \$*"
AGENT
chmod +x "$folder/agent"
as_root=()
[ "$(id -u)" -eq 0 ] && as_root=(--allow-run-as-root)
ip netns exec "$a" unshare --uts sh -c 'hostname faircap-a; exec "$@"' sh \
    mpirun "${as_root[@]}" --host 10.77.0.1:1,10.77.0.2:1 -n 2 --map-by node --mca plm_rsh_agent "$folder/agent" \
    --mca btl tcp,self --mca btl_tcp_if_include 10.77.0.0/24 --mca oob_tcp_if_include 10.77.0.0/24 "$tool" "$@"
ip netns exec "$a" cat /proc/net/dev | awk -v d="fca$$:" '$1 == d { print "received", $2, "sent", $10 }' >"$folder/bytes"
cat "$folder/bytes"
