// What mdBook's own script does to a page: colours the code, puts a button into each block, turns the page with
// the arrow keys, and switches the theme.
for (const block of document.querySelectorAll('pre code')) {
  hljs.highlightBlock(block);
  const buttons = document.createElement('div');
  buttons.className = 'buttons';
  const copy = document.createElement('button');
  copy.className = 'clip-button';
  copy.textContent = 'Copy';
  copy.addEventListener('click', () => navigator.clipboard.writeText(block.textContent));
  buttons.append(copy);
  block.parentElement.prepend(buttons);
}
document.querySelector('#theme-toggle').addEventListener('click', () => {
  document.documentElement.className = document.documentElement.className === 'light' ? 'coal' : 'light';
});
document.addEventListener('keydown', event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') document.querySelector('nav a').click();
});
