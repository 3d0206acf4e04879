// How games of Futoshiki behave, as data: one entry for each name in `?behave=`, with what it does.

export const BEHAVIOURS = {
  pad: "drawing", // no key does anything: the pad below the board enters digits
  opens: "drawing", // no key does anything: a click on a cell opens the pad over the board
  clicks: "drawing", // a click on a cell counts up: nothing else enters a digit
  drops: "trouble", // every 7th digit is lost
  focus: "trouble", // the first click only gives the page its focus
  refuses: "trouble", // a digit that breaks a rule is not taken
  mirror: "sight", // all is shown late, scaled, between bars, in noisy blocks: a phone on a screen
  animation: "ending", // the board dances for 2 s, then the next level comes
  dialog: "ending", // a dialog with a button
  popup: "ending", // a box says "Perfect!" for a while
};
