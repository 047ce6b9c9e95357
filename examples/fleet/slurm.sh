#!/bin/sh
# Slurm: eight shards of one run as an array, and a job that merges them. Run it where the nodes see the same folder, with
# PLANT_STORE_URL, the number of CASES and a TOKEN_FILE that only you can read. It ends with the exit status of the merge.
set -eu
: "${PLANT_STORE_URL:?}" "${TOKEN_FILE:?}" "${CASES:=1000000}" "${RUN:=$(date +%Y%m%d%H%M%S)}"
: "${COMMAND:=npx --yes plant-store-conformance@0.1.0}"
export PLANT_STORE_URL TOKEN_FILE CASES RUN COMMAND
mkdir -p "shards/$RUN"
# A task whose node fails is requeued. It has the same number then, and ids of its own.
shards=$(sbatch --parsable --job-name=plant-store-shard --array=1-8 --requeue --output="shards/$RUN/%a.log" --open-mode=append --wrap='
exec $COMMAND check --shard auto --seed "$RUN" --fuzz "$CASES" --deadline 36000 --token-file "$TOKEN_FILE" \
  --report json="shards/$RUN/shard-$SLURM_ARRAY_TASK_ID.json" -- "$PLANT_STORE_URL"
')
# Also where a shard failed: its result says why, and a shard without a result is inconclusive.
exec sbatch --wait --job-name=plant-store-merge --dependency="afterany:$shards" --output="shards/$RUN/merge.log" --wrap='
exec $COMMAND merge --out "merged/$RUN" "shards/$RUN"
'
