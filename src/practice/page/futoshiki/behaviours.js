// How games of Futoshiki behave, as data: one entry for each name in `?behave=`, with what it does.

export const BEHAVIOURS = {
  drops: "trouble", // every 7th digit is lost
  focus: "trouble", // the first click only gives the page its focus
  refuses: "drawing", // a digit that breaks a rule is not taken
  animation: "ending", // the board dances for 2 s, then the next level comes
  dialog: "ending", // a dialog with a button
  popup: "ending", // a box says "Perfect!" for a while
};
