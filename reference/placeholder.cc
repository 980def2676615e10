// Placeholder until this folder has its sources.
