// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/fonts/fonts.h"

#include <QFontDatabase>

// Q_INIT_RESOURCE has to stand outside of any namespace; a static library's resources are lost without it.
static void initializeFontResource() { Q_INIT_RESOURCE(fonts); }

namespace nestwright {

bool loadBundledFonts() {
    static const bool isLoaded = [] {
        initializeFontResource();
        bool isComplete = true;
        for (const auto* file : {"DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSansMono-Bold"}) {
            const auto path = QStringLiteral(":/fonts/%1.ttf").arg(QLatin1String(file));
            isComplete = QFontDatabase::addApplicationFont(path) >= 0 && isComplete;
        }
        return isComplete;
    }();
    return isLoaded;
}

QString bundledSansFamily() { return QStringLiteral("DejaVu Sans"); }

QString bundledMonoFamily() { return QStringLiteral("DejaVu Sans Mono"); }

} // namespace nestwright
