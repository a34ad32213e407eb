// An endless loop, behind a call that never returns. Waiting is
// free, computing is not: busy time is measured from outside,
// so nothing that a program says about itself buys it a second
// more.
void service.never();
console.log('Try Esc, or wait for computeMs');

let turns = 0;
while (true) turns += 1;
