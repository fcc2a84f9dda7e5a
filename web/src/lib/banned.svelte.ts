/** Whether the operator has locked this person out; set by whatever asks the server and is told so. */

let is = $state(false);

export const banned = {
  get is(): boolean {
    return is;
  },
  note(code: string): void {
    if (code === 'banned') is = true;
  },
};
