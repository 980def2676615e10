# Lists sample calls, as assay_samples does, for the ops of set nn.
CELLS = {}
FIXED_RANK = set()
