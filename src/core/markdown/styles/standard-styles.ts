export const standardStyles = '';
export const pageNumberStyles = '';
export const contentsStyles = '';
