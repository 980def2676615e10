# Runs the command `assay` as `python -m assay_kit`.
from assay_kit.command import main

if __name__ == "__main__":
    main()
