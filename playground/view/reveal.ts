/**
 * Where the page is one column, the outcome is out of sight of what was just pressed. The way there is shown, so that nobody
 * has to wonder where the page went, and nothing moves when the outcome is in sight already.
 */
export function revealOutcome(): void {
  const outcome = document.querySelector('.outcome');
  if (!outcome || !matchMedia('(width < 1200px)').matches) return;
  const { top } = outcome.getBoundingClientRect();
  if (top >= 0 && top < innerHeight / 2) return;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  outcome.scrollIntoView({ block: 'start', behavior: calm ? 'auto' : 'smooth' });
}
