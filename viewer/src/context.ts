// What every panel is given beside its own data.

import type { Page } from "./contract";
import type { Timeline } from "./clock";

export interface Context {
  page: Page;
  clocks: Map<string, Timeline>;
  /** Said to those who do not see the page. */
  say(text: string): void;
  /** Called when the panel must be complete: before printing, and after it with false. */
  onPrint(does: (paper: boolean) => void): void;
  /** Called once the page stands, piece by piece, without holding up the reader; `last`: slow. */
  later(does: () => void, last?: boolean): void;
  /** Called when colours change. */
  onRecolour(does: () => void): void;
}
