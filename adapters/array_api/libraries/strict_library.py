# Makes array-api-strict a library of the adapter: the standard's names and
# nothing else, which is what it is for.
import array_api_strict

import standard


def library():
    array_api_strict.set_array_api_strict_flags(api_version="2024.12")
    return standard.Library(
        array_api_strict, "array-api-strict", array_api_strict.__version__
    )
