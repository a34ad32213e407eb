/** Where the page is one column, the outcome is below what was just pressed. */
export function revealOutcome(): void {
  if (matchMedia('(width < 1100px)').matches)
    document.querySelector('.outcome')?.scrollIntoView({ block: 'start' });
}
