#!/bin/bash
# restart the house of this worktree
cd /work/wt/calls
if [ -f .data-card.pid ]; then kill -TERM -- -$(cat .data-card.pid) 2>/dev/null; sleep 4; fi
PORT=4300 STAND_INS_PORT=4301 DATA_DIR=$PWD/.data-card setsid nohup npm start > .data-card.log 2>&1 &
echo $! > .data-card.pid
for i in $(seq 1 200); do grep -q "Ctrl-C closes" .data-card.log && break; sleep 1; done
tail -2 .data-card.log
