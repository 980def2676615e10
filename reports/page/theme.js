// Switches between light, dark, and the setting of the system, and remembers
// the choice.

const THEMES = ['auto', 'light', 'dark'];
const themeButton = document.getElementById('theme');
function storedTheme() {
  try {
    return localStorage.getItem('assay-theme') || 'auto';
  } catch (denied) {
    return 'auto';
  }
}
function applyTheme(theme) {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  themeButton.textContent = 'Theme: ' + theme;
}
themeButton.addEventListener('click', () => {
  const now = document.documentElement.dataset.theme || 'auto';
  const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
  applyTheme(next);
  try {
    localStorage.setItem('assay-theme', next);
  } catch (denied) {
    // Without storage, the choice lasts as long as the page.
  }
});
applyTheme(storedTheme());
